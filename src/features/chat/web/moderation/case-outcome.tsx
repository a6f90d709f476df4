import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { shownName } from '../../rules/shown-name'
import type { CaseDetail } from '../../contract-shapes'
import { decisionWords } from './words'

/** What was decided, by whom, why and when. */
export function CaseOutcome({ found }: { found: CaseDetail }) {
  const zone = useReaderZone()
  const { decision, decidedBy, decidedAt, why } = found
  if (!decision) return null
  return (
    <section className="mod-outcome panel pad stack" aria-label="Decision">
      <p>
        <b className="b">{decisionWords[decision].past}</b>
        {why && `: ${why}`}
      </p>
      <p className="small m2">
        {decidedBy ? shownName(decidedBy.name) : 'A deleted account'}
        {decidedAt && zone && `, ${formatShort(decidedAt, zone)}`}
      </p>
    </section>
  )
}
