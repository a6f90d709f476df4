import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Dialog } from '~/design/dialog'
import { Form } from '~/design/form'
import { TextField } from '~/design/text-field'
import styles from './check-in.module.css'
import { MAX_NAME_LENGTH } from './phone-settings'

interface CheckInDialogProps {
  open: boolean
  entrance: string
  onClose: () => void
  onName: (entrance: string) => void
  person: ReactNode
}

const [first, ...others] = ['Front', 'Side'] as const

/** Asks for the name of this phone's entrance, which other phones show next to each check-in. */
export function CheckInDialog({ open, entrance, onClose, onName, person }: CheckInDialogProps) {
  const start = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      startAt={start}
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Which entrance is this?"
      description="Other phones show it next to each check-in."
    >
      <CheckInForm entrance={entrance} onName={onName} start={start} />
      {person}
    </Dialog>
  )
}

type CheckInFormProps = Pick<CheckInDialogProps, 'entrance' | 'onName'> & {
  start: RefObject<HTMLButtonElement | null>
}

/** The two most common names take one press each. */
function CheckInForm({ entrance, onName, start }: CheckInFormProps) {
  const [name, setName] = useState(entrance)
  return (
    <Form className="stack" onSubmit={() => onName(name)}>
      <div className={classNames('row', styles.suggestions)}>
        <Button ref={start} variant="solid" onClick={() => onName(first)}>
          {first}
        </Button>
        {others.map((other) => (
          <Button key={other} variant="solid" onClick={() => onName(other)}>
            {other}
          </Button>
        ))}
      </div>
      <TextField
        label="Or by another name"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Save
      </Button>
    </Form>
  )
}
