const certificateCode = /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_(GET|VERIFY)/;

/** Whether a Node error's code means that the other side's certificate is not trusted, is outdated or has another name. */
export const isCertificateCode = (code: unknown): boolean => certificateCode.test(String(code));
