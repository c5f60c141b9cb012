/** A key as a URL path in the form that S3 signatures require: strict percent-encoding of each part. */
export const encodeKey = (key: string) =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
