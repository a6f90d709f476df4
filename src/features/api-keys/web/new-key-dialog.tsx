import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { Button } from '~/design/button'
import { CopyButton } from '~/design/copy-button'
import { Dialog } from '~/design/dialog'
import { TextField } from '~/design/text-field'

/** Shows a new key once. Only its button closes the dialog, so that a stray press doesn't lose the key. */
export function NewKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open
      isRequired
      onOpenChange={() => undefined}
      title={t`Copy your API key`}
      description={t`We show this key only now. Store it like a password. Your program sends it in the header “Authorization: Bearer” followed by the key.`}
      startAt={field}
      actions={
        <>
          <CopyButton value={value} label={t`Copy key`} copiedLabel={t`Copied`} />
          <Button variant="primary" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label={t`API key`}
        readOnly
        value={value}
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  )
}
