import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Dialog } from '~/design/dialog'
import { AnchorButton } from '~/design/link-button'
import { Table } from '~/design/table'
import { useNow } from '~/design/use-now'
import { CLOSE_AFTER_DAYS } from '~/features/settlements/rules/settlement-deadlines'
import type { SettlementCase } from '../../contract-settlements'
import { Moment } from './moment'
import { settlementQuery } from './queries'
import { SettlementResultPanel } from './settlement-result'
import styles from './payments.module.css'

/** Figures that the sides of a settlement don't agree on. */
export function SettlementCases({ rows }: { rows: readonly SettlementCase[] }) {
  const [shown, setShown] = useState<SettlementCase>()
  return (
    <>
      <Table
        label="Questioned figures, table"
        caption="Questioned figures"
        stacked
        className={styles.table}
        columns={['Event', 'Figure', 'Questioned by', 'Since', { label: 'Action', isHidden: true }]}
      >
        {rows.map((row) => (
          <tr key={row.questionId} data-row>
            <td className="text bold">{row.eventTitle}</td>
            <td className="text full">
              {row.figure}
              <span className={classNames('small muted', styles.line)}>“{row.reason}”</span>
            </td>
            <td className="muted">{row.personName}</td>
            <td className="muted">
              <Moment at={row.questionedAt} />
            </td>
            <td>
              <Button
                size="sm"
                aria-label={`View settlement: ${row.eventTitle}`}
                onClick={() => setShown(row)}
              >
                View settlement
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {shown && <CaseDialog settlement={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function CaseDialog({ settlement, onClose }: { settlement: SettlementCase; onClose: () => void }) {
  const { eventId, eventTitle } = settlement
  const { data } = useQuery(settlementQuery(eventId))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Settlement of ${eventTitle}`}
      description="No one is paid until the organizer corrects or confirms the questioned figure, or the question is withdrawn."
      actions={
        data &&
        data.emails.length > 0 && (
          <AnchorButton icon={Mail} href={toEmailLink(data.emails, eventTitle)}>
            Email all sides
          </AnchorButton>
        )
      }
    >
      <SettlementResultPanel eventId={eventId} />
      <ClosingDay settlement={settlement} />
    </Dialog>
  )
}

function ClosingDay({ settlement: { closableAt } }: { settlement: SettlementCase }) {
  const now = useNow() ?? 0
  return (
    <p className="small muted">
      {closableAt === null ? (
        `You can close this settlement ${CLOSE_AFTER_DAYS} days after its sides can accept it.`
      ) : Date.parse(closableAt) > now ? (
        <>
          You can close this settlement from <Moment at={closableAt} />.
        </>
      ) : (
        'You can close this settlement under Settlements waiting.'
      )}
    </p>
  )
}

/** Returns a mailto link with all sides in blind copy, because they may not know each other’s address. */
function toEmailLink(emails: readonly string[], eventTitle: string): string {
  const subject = encodeURIComponent(`Settlement of ${eventTitle}`)
  return `mailto:?bcc=${emails.map((email) => encodeURIComponent(email)).join(',')}&subject=${subject}`
}
