import { lazy, Suspense, useState } from 'react'
import { Button } from '~/design/button'
import type { NightChange } from '../../rules/night-change'
import { nightChoices } from './night-choices'

// Opened by a few, once in the life of a night.
const NightDialog = lazy(() => import('./night-dialog').then((part) => ({ default: part.NightDialog })))

/** The buttons and dialogs that end or move a night, for the foot of its editor; nothing where none of them is possible. */
export function CancelOrPostpone(props: {
  eventId: string
  status: string
  acts: readonly string[]
  onChanged?: (() => void) | undefined
}) {
  const { eventId, status, acts, onChanged } = props
  const [change, setChange] = useState<NightChange | null>(null)
  const choices = nightChoices({ status }, acts, setChange)
  return (
    <>
      {choices.length > 0 && (
        <div className="row wrapf">
          {choices.map(({ label, icon, danger, onSelect }) => (
            <Button key={label} icon={icon} variant={danger ? 'danger' : 'outline'} onClick={onSelect}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <Suspense>
        {change !== null && (
          <NightDialog
            eventId={eventId}
            change={change}
            onClose={() => setChange(null)}
            onChanged={onChanged}
          />
        )}
      </Suspense>
    </>
  )
}
