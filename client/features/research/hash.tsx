/** A digest, which breaks anywhere. */
export function Hash({ text }: { text: string }) {
  return <code className="font-mono text-fine break-all">{text}</code>;
}
