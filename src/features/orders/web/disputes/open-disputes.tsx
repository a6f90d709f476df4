import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Note } from '~/design/note'
import { formatMoney } from '~/lib/money'
import { formatShort } from '~/lib/time'
import { openDisputesQuery } from '../queries'
import styles from './disputes.module.css'

/** Links to the open disputes of an event; nothing if there are none. */
export function OpenDisputes({ eventId, timezone }: { eventId: string; timezone: string }) {
  const { data } = useQuery(openDisputesQuery(eventId))
  if (!data || data.disputes.length === 0) return null
  return (
    <Note tone="orange" icon={CircleAlert} className={styles.open} data-client-links>
      <ul aria-label="Open disputes">
        {data.disputes.map(({ id, amountCents, currency, buyerName, dueBy }) => (
          <li key={id}>
            <a className="link" href={`/dashboard/disputes/${encodeURIComponent(id)}`}>
              Dispute over {formatMoney(amountCents, currency)}
            </a>
            {buyerName !== '' && `, ${buyerName}`}
            {dueBy !== null && `, answer by ${formatShort(dueBy, timezone)}`}
          </li>
        ))}
      </ul>
    </Note>
  )
}
