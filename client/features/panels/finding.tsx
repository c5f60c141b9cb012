import { findingText, type PanelGroups } from './figures.ts';

/** The finding of a section's groups, in one sentence at its head; nothing for incomplete data. */
export function Finding(panel: PanelGroups) {
  return <FindingText text={findingText(panel)} />;
}

/** A finding whose text is already computed. */
export function FindingText({ text }: { text: string | null }) {
  return text !== null && <p className="mb-3 max-w-prose tabular-nums">{text}</p>;
}
