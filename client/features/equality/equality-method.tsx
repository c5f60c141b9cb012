import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { methodFacts } from './method-facts.ts';

/** What is counted, how, by which rules, and what could not be verified. */
export function EqualityMethod() {
  return (
    <Panel title="O que é isto, e o que não é">
      <Facts facts={methodFacts} />
    </Panel>
  );
}
