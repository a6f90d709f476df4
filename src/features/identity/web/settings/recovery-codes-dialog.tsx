import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Checkbox } from '~/design/checkbox'
import { classNames } from '~/design/class-names'
import { CopyButton } from '~/design/copy-button'
import { Dialog } from '~/design/dialog'
import { useSiteName } from '~/design/site-name'
import { formatRecoveryFile } from './recovery-file'
import { accountQuery } from './settings-queries'
import styles from './recovery-codes.module.css'

/**
 * Shows new recovery codes, which can't be shown again. The person can leave the dialog and the page after confirming
 * that the codes are saved.
 */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const siteName = useSiteName()
  const queryClient = useQueryClient()
  const [areSaved, setAreSaved] = useState(false)
  const [warnings, setWarnings] = useState(0)
  const copy = useRef<HTMLButtonElement>(null)
  const checkbox = useRef<HTMLInputElement>(null)
  const text = `${codes.join('\n')}\n`
  const warn = () => setWarnings((times) => times + 1)
  // Runs after the warning is rendered, because on a small screen the checkbox and the warning may be outside of the
  // visible part.
  useEffect(() => {
    if (warnings === 0) return
    checkbox.current?.focus()
    checkbox.current?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }, [warnings])
  const save = () => {
    const own = queryClient.getQueryData(accountQuery().queryKey)
    const account = own?.email ?? own?.phone ?? undefined
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const file = formatRecoveryFile({ siteName, account, madeAt: new Date(), zone, codes })
    downloadText(`${siteName} recovery codes.txt`, file)
  }
  const leave = () => (areSaved ? onClose() : warn())
  useBlocker({
    shouldBlockFn: () => {
      if (!areSaved) warn()
      return !areSaved
    },
    enableBeforeUnload: !areSaved,
  })
  return (
    <Dialog
      open
      className={styles.dialog}
      startAt={copy}
      title="Your recovery codes"
      description={`Each code signs you in to ${siteName} once if you can’t complete two-step verification. You won’t see them again.`}
      onOpenChange={(isOpen) => !isOpen && leave()}
      actions={
        <Button variant="primary" onClick={leave}>
          Done
        </Button>
      }
    >
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ol>
      <div className={classNames('row wrap', styles.buttons)}>
        <CopyButton ref={copy} size="sm" value={text} />
        <Button size="sm" icon={Download} onClick={save}>
          Download
        </Button>
        <Button size="sm" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Checkbox
        ref={checkbox}
        checked={areSaved}
        error={warnings > 0 && !areSaved ? 'Save them first. They won’t be shown again.' : undefined}
        onChange={(event) => setAreSaved(event.target.checked)}
      >
        I have them in a safe place
      </Checkbox>
    </Dialog>
  )
}

function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
