import { formatMoney } from '~/lib/money'
import { formatShort } from '~/lib/time'
import type { DisputeDetail } from '../../contract-disputes'
import progress from '../progress.module.css'

interface Step {
  text: string
  at: string | null
}

/**
 * What happened to a dispute, oldest first. Steps without a recorded time are left out, except the one that comes
 * next.
 */
export function DisputeHistory({ dispute }: { dispute: DisputeDetail }) {
  const { event, closedAt } = dispute
  return (
    <section aria-labelledby="history">
      <h2 className="title-2" id="history">
        History
      </h2>
      <ol className={progress.list}>
        {listSteps(dispute).map(({ text, at }) => (
          <li key={text} className={at === null ? undefined : progress.done}>
            <span>{text}</span>
            {at !== null && (
              <time dateTime={at} className="small faint no-wrap">
                {formatShort(at, event.timezone)}
              </time>
            )}
          </li>
        ))}
        {closedAt === null && (
          <li className={progress.next}>
            <span>The bank decides</span>
          </li>
        )}
      </ol>
    </section>
  )
}

const outcomes: Partial<Record<DisputeDetail['status'], string>> = {
  won: 'The bank decided for you',
  lost: 'The bank decided for the buyer',
  closed: 'The bank withdrew its question',
}

function listSteps(dispute: DisputeDetail): Step[] {
  const { status, amountCents, openedAt, notifiedAt, response, closedAt } = dispute
  const by = response?.by ? ` by ${response.by}` : ''
  const isAccepted = response?.kind === 'acceptance'
  const steps: (Step | false | undefined)[] = [
    { text: `Dispute opened, ${formatMoney(amountCents, dispute.currency)} held`, at: openedAt },
    notifiedAt !== null && { text: 'The organizer was emailed', at: notifiedAt },
    response !== null && {
      text: isAccepted ? `Dispute accepted${by}` : `Evidence submitted${by}`,
      at: response.at,
    },
    closedAt !== null && !isAccepted && { text: outcomes[status] ?? 'Closed', at: closedAt },
  ]
  return steps.filter((step): step is Step => typeof step === 'object')
}
