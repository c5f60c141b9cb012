import { findingText, type PanelGroups } from './figures.ts';

/** What a section's groups say, in one sentence at its head; nothing for incomplete data. */
export function Finding(panel: PanelGroups) {
  return <FindingText text={findingText(panel)} />;
}

/** A finding that is worked out already. */
export function FindingText({ text }: { text: string | null }) {
  return text !== null && <p className="mb-3 max-w-prose tabular-nums">{text}</p>;
}
