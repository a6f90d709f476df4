import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Table } from '~/design/table'
import { formatCount } from '~/lib/count'
import type { OpenWaiver } from '../../contract-payments'
import { Moment } from './moment'
import { formatPrices } from './payment-format'
import styles from './payments.module.css'
import { WaiverDialog } from './waiver-dialog'

/** Requests to sell tickets without a payout account. */
export function WaiversTable({ rows }: { rows: readonly OpenWaiver[] }) {
  const [decided, setDecided] = useState<OpenWaiver>()
  return (
    <>
      <Table
        label="Waiver requests, table"
        caption="Waiver requests"
        stacked
        className={classNames(styles.table, styles.waivers)}
        columns={[
          'Event',
          'Prices',
          { label: 'Tickets', className: 'numeric' },
          'Requested',
          { label: 'Action', isHidden: true },
        ]}
      >
        {rows.map((waiver) => (
          <tr key={waiver.eventId} data-row>
            <td className="text full">
              <b className="bold">{waiver.eventTitle}</b>
              <span className={classNames('small muted', styles.line)}>
                {waiver.organizerName ?? 'Deleted account'}
              </span>
            </td>
            <td className="muted">{formatPrices(waiver)}</td>
            <td className="numeric">
              {formatCount(waiver.tickets)}
              <span className={styles.unit}> {waiver.tickets === 1 ? 'ticket' : 'tickets'}</span>
            </td>
            <td className="muted">
              <Moment at={waiver.requestedAt} />
            </td>
            <td>
              <Button
                size="sm"
                aria-label={`Decide on waiver: ${waiver.eventTitle}`}
                onClick={() => setDecided(waiver)}
              >
                Decide
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {decided && <WaiverDialog waiver={decided} onClose={() => setDecided(undefined)} />}
    </>
  )
}
