import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { Table } from '~/design/table'
import type { WaitingSettlement } from '../../contract-settlements'
import { CloseSettlementDialog } from './close-settlement-dialog'
import { Moment } from './moment'
import styles from './payments.module.css'

export function WaitingSettlements({ rows }: { rows: readonly WaitingSettlement[] }) {
  const [closing, setClosing] = useState<WaitingSettlement>()
  return (
    <>
      <Table
        label="Settlements waiting, table"
        caption="Settlements waiting"
        stacked
        className={styles.table}
        columns={['Event', 'Organizer', 'Ready since', 'Status', { label: 'Action', isHidden: true }]}
      >
        {rows.map((settlement) => {
          const { eventId, eventTitle, organizerName, readyAt, isQuestioned } = settlement
          return (
            <tr key={eventId} data-row>
              <td className="text bold">{eventTitle}</td>
              <td className="muted">{organizerName}</td>
              <td className="muted">
                <Moment at={readyAt} />
              </td>
              <td>
                <Badge tone="orange">{isQuestioned ? 'questioned' : 'not accepted'}</Badge>
              </td>
              <td>
                <Button
                  size="sm"
                  aria-label={`Close settlement: ${eventTitle}`}
                  onClick={() => setClosing(settlement)}
                >
                  Close settlement
                </Button>
              </td>
            </tr>
          )
        })}
      </Table>
      {closing && <CloseSettlementDialog settlement={closing} onClose={() => setClosing(undefined)} />}
    </>
  )
}
