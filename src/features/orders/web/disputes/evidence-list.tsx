import { classNames } from '~/design/class-names'
import { formatStatus } from '~/lib/format-status'
import { formatMoney } from '~/lib/money'
import { pluralize } from '~/lib/pluralize'
import { formatShort, formatShortDate } from '~/lib/time'
import type { DisputeDetail, EvidenceFacts } from '../../contract-disputes'
import { EvidenceButton } from './evidence-dialog'
import styles from './disputes.module.css'

/** The numbered facts in favor of the organizer. `note` is the organizer's note to the bank as it is being typed. */
export function EvidenceList({ dispute, note }: { dispute: DisputeDetail; note: string }) {
  const items = dispute.facts === null ? [] : listItems(dispute.facts, dispute)
  return (
    <section aria-labelledby="evidence">
      <div className={classNames('row between wrap', styles.evidenceHead)}>
        <h2 className="title-2" id="evidence">
          Evidence
        </h2>
        <span className="small faint">Collected automatically, {pluralize(items.length, 'item')}</span>
      </div>
      <ol className={styles.evidence}>
        {items.map(({ title, lines }) => (
          <li key={title}>
            <b className="bold">{title}</b>
            {lines.map((line) => (
              <span key={line} className="small muted">
                {line}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {dispute.evidence !== null && (
        <EvidenceButton dispute={dispute} note={note} label="What the bank receives" />
      )}
    </section>
  )
}

function listItems(
  facts: EvidenceFacts,
  { currency, event: { timezone: zone } }: DisputeDetail,
): { title: string; lines: string[] }[] {
  const { orderNumber, totalCents, paidAt, buyerEmail, tickets } = facts
  const count = pluralize(tickets.length, 'ticket')
  const paid = `paid ${formatShortDate(paidAt, zone)}`
  return [
    { title: 'Order', lines: [`${orderNumber}, ${count}, ${formatMoney(totalCents, currency)}, ${paid}`] },
    ...(buyerEmail === '' ? [] : [{ title: 'Email', lines: [`Tickets emailed to ${buyerEmail}`] }]),
    ...(tickets.length === 0
      ? []
      : [{ title: 'Tickets', lines: tickets.map((ticket) => describeTicket(ticket, zone)) }]),
  ]
}

function describeTicket(
  { number, type, status, scans }: EvidenceFacts['tickets'][number],
  zone: string,
): string {
  const scanned = scans.map(
    ({ at, entrance }) =>
      `scanned ${formatShort(at, zone)}${entrance === '' ? '' : `, entrance ${entrance}`}`,
  )
  return [
    `${number}, ${type}, ${formatStatus(status)}`,
    ...(scanned.length > 0 ? scanned : ['not scanned']),
  ].join(' · ')
}
