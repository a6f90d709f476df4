import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock, formatShort, isoDay } from '~/lib/time'
import { formatName } from '../../rules/format-name'
import type { CaseDetail } from '../../contract-shapes'
import styles from './moderation.module.css'

type CaseQuoteProps = { found: CaseDetail; quote: NonNullable<CaseDetail['quote']> }

export function CaseQuote({ found, quote }: CaseQuoteProps) {
  const zone = useReaderZone()
  const { person, around } = found
  const name = formatName(person?.name)
  return (
    <div className={styles.quote}>
      {around.length > 0 && <p className="small faint">Context</p>}
      <Around messages={around.filter(({ isBefore }) => isBefore)} />
      <blockquote className={styles.reported}>
        <p className="small row wrap">
          <Avatar id={person?.id} name={name} imageUrl={person?.avatarUrl} size={28} />
          <b className="bold">{name}</b>
          {zone && <time dateTime={quote.at}>{formatMoment(quote.at, found.openedAt, zone)}</time>}
          {quote.isHidden && <Badge>Hidden</Badge>}
          {quote.isRemoved && <Badge>Deleted since</Badge>}
          {quote.isChanged && <Badge>Edited since</Badge>}
        </p>
        <p className={styles.text}>{quote.text}</p>
      </blockquote>
      <Around messages={around.filter(({ isBefore }) => !isBefore)} />
    </div>
  )
}

/** Shows only the time if it was reported on the same day. */
function formatMoment(at: string, reportedAt: string, zone: string): string {
  return isoDay(at, zone) === isoDay(reportedAt, zone) ? formatClock(at, zone) : formatShort(at, zone)
}

function Around({ messages }: { messages: CaseDetail['around'] }) {
  return messages.map(({ id, senderName, text }) => (
    <p key={id} className={styles.around}>
      <b>{senderName}</b> {text}
    </p>
  ))
}
