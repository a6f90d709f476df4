import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { TextField } from '~/design/text-field'
import { MOST_LETTERS } from './phone-settings'

interface DoorDialogProps {
  open: boolean
  door: string
  onClose: () => void
  onName: (door: string) => void
  /** Who is here, and how to be somebody else. */
  person: ReactNode
}

const [first, ...others] = ['Front', 'Side'] as const

/** Which door this phone stands at, asked once and changed whenever; others read it where somebody came in. */
export function DoorDialog({ open, door, onClose, onName, person }: DoorDialogProps) {
  const start = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      className="door-dialog"
      startAt={start}
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Which door is this?"
      description="The other doors see it beside whoever is already in."
    >
      <DoorForm door={door} onName={onName} start={start} />
      {person}
    </Dialog>
  )
}

type DoorFormProps = Pick<DoorDialogProps, 'door' | 'onName'> & { start: RefObject<HTMLButtonElement | null> }

/** The two answers of nearly every evening are the loud ones, each one press. */
function DoorForm({ door, onName, start }: DoorFormProps) {
  const [name, setName] = useState(door)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onName(name)
  }
  return (
    <form className="stack" onSubmit={save}>
      <div className="row door-usual">
        <Button ref={start} variant="solid" onClick={() => onName(first)}>
          {first}
        </Button>
        {others.map((one) => (
          <Button key={one} variant="solid" onClick={() => onName(one)}>
            {one}
          </Button>
        ))}
      </div>
      <TextField
        label="Or by another name"
        value={name}
        maxLength={MOST_LETTERS}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  )
}
