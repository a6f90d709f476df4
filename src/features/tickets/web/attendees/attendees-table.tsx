import { Copy, Ellipsis, ReceiptText, Undo2 } from 'lucide-react'
import { ListBody } from '~/design/list-sections'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { copyText } from '~/design/copy-text'
import { EmailText } from '~/design/email-text'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import { Table } from '~/design/table'
import { notify } from '~/design/toast'
import { formatShortDate } from '~/lib/time'
import type { Attendee } from '../../contract-attendees'
import { describePresence } from './format-attendees'
import styles from './attendees.module.css'

type TableProps = {
  rows: readonly Attendee[]
  zone: string
  canRefund: boolean
  isStale: boolean
  onRefund: (attendee: Attendee) => void
  onOrder: (attendee: Attendee) => void
}

/** The table of attendees. On small screens each row is a block: name and menu first, the rest below. */
export function AttendeesTable({ rows, isStale, ...rest }: TableProps) {
  return (
    <ListBody isStale={isStale}>
      <Table
        label="Attendees, table"
        stacked
        className={styles.table}
        caption="Attendees"
        columns={[
          'Name',
          'Ticket',
          'Door',
          { label: 'Since', className: styles.since },
          { label: 'Actions', isHidden: true },
        ]}
      >
        {rows.map((attendee, index) => (
          <Row
            key={attendee.id}
            attendee={attendee}
            ticketCount={countTicketsOfHolder(rows, index)}
            {...rest}
          />
        ))}
      </Table>
    </ListBody>
  )
}

type RowProps = Omit<TableProps, 'rows' | 'isStale'> & { attendee: Attendee; ticketCount: number }

/** Returns the number of consecutive tickets of the same holder and order; 0 for all but the first, which shows the holder. */
function countTicketsOfHolder(rows: readonly Attendee[], index: number): number {
  const own = toGroupKey(rows[index])
  if (toGroupKey(rows[index - 1]) === own) return 0
  let end = index + 1
  while (end < rows.length && toGroupKey(rows[end]) === own) end += 1
  return end - index
}

function toGroupKey(attendee: Attendee | undefined): string {
  return attendee ? JSON.stringify([attendee.orderId, attendee.name, attendee.email]) : ''
}

function Row({ attendee, ticketCount, zone, canRefund, onRefund, onOrder }: RowProps) {
  const { name, email, number, typeName, isComp, boughtBy, boughtAt, status, checkedInAt } = attendee
  const presence = describePresence(attendee, zone)
  const isInvalid = status !== 'valid'
  const isRefundable = canRefund && !isInvalid && checkedInAt === null
  return (
    <tr
      data-row
      data-same-order={ticketCount === 0 || undefined}
      className={isInvalid ? styles.refunded : undefined}
    >
      <td className={styles.holder}>
        <b className={classNames('bold', ticketCount === 0 && styles.repeated)}>
          {name === '' ? 'No name' : name}
        </b>
        {email !== '' && ticketCount > 0 && (
          <span className="small muted">
            <EmailText address={email} />
          </span>
        )}
        {ticketCount > 1 && <span className="small faint">{ticketCount} tickets in one order</span>}
        {boughtBy !== null && (
          <span className="small faint">transferred by {boughtBy === '' ? 'the buyer' : boughtBy}</span>
        )}
      </td>
      <td className={classNames('text full', styles.ticket)}>
        <span>
          {typeName} {isComp && <Badge className={styles.complimentary}>Comp</Badge>}
        </span>
        <span className="small faint">{number}</span>
      </td>
      <td className="full">
        <Badge tone={presence.tone}>{presence.text}</Badge>
      </td>
      <td className={classNames('muted plain-weight', styles.since)}>{formatShortDate(boughtAt, zone)}</td>
      <td>
        <Menu
          trigger={
            <IconButton
              size="sm"
              label={`Actions for ${name === '' ? number : name}`}
              icon={Ellipsis}
              tooltip={false}
            />
          }
          items={[
            ...(email === ''
              ? []
              : [
                  {
                    label: 'Copy email',
                    icon: Copy,
                    onSelect: () => void copyWithToast(email, 'Email copied'),
                  },
                ]),
            {
              label: 'Copy ticket number',
              icon: Copy,
              onSelect: () => void copyWithToast(number, 'Ticket number copied'),
            },
            { label: 'Show full order', icon: ReceiptText, onSelect: () => onOrder(attendee) },
            ...(isRefundable
              ? [
                  { separator: 'money' },
                  { label: 'Refund…', icon: Undo2, danger: true, onSelect: () => onRefund(attendee) },
                ]
              : []),
          ]}
        />
      </td>
    </tr>
  )
}

async function copyWithToast(text: string, done: string): Promise<void> {
  if (await copyText(text)) notify.success(done)
  else notify.error('Your browser blocked copying. Select the text and copy it.')
}
