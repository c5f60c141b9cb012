/** A digest, which can wrap at any character. */
export function Hash({ text }: { text: string }) {
  return <code className="font-mono text-fine break-all">{text}</code>;
}
