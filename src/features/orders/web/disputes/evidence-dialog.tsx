import { useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import type { DisputeDetail } from '../../contract-disputes'
import styles from './disputes.module.css'

interface EvidenceButtonProps {
  dispute: DisputeDetail
  note: string
  label: string
}

/** A button that opens the evidence, exactly as the bank gets it. */
export function EvidenceButton({ dispute: { evidence }, note, label }: EvidenceButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (evidence === null)
    return <p className="small muted">The evidence was erased when the buyer deleted their account.</p>
  const fields: [string, string][] = [
    ['Customer', evidence.customerName],
    ['Customer’s email', evidence.customerEmail],
    ['Product', evidence.product],
    ['Date of the event', evidence.serviceDate],
    ['Activity', evidence.activity],
    ['Note', note],
  ]
  return (
    <p>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        className={styles.preview}
        title="What the bank receives"
        description="This text and nothing else."
        actions={
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
        }
      >
        <dl className={styles.fields}>
          {fields
            .filter(([, text]) => text !== '')
            .map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
      </Dialog>
    </p>
  )
}
