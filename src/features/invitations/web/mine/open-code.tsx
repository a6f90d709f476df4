import { Copy, Share2 } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { CodeCells } from '~/design/code-cells'
import { formatShortDay } from '~/lib/time'
import type { OwnCode } from '../../contract-mine'
import { ownActions } from '../code-actions'
import { useCodeDialogs } from '../code-dialogs'
import { copyCode, shareLink } from '../share-link'
import styles from './my-invitations.module.css'

export function OpenCode({ code, zone }: { code: OwnCode; zone: string }) {
  const { openDialog, dialogs } = useCodeDialogs(ownActions)
  return (
    <section className={classNames('sheet stock-yellow', styles.openCode)} aria-label="Your open code">
      <div>
        <p className={classNames('bold', styles.openTitle)}>Your open code</p>
        <CodeCells code={code.code} look="big" />
      </div>
      <div className="stack">
        <p>
          Good for one person
          {code.expiresAt !== null && (
            <>
              {' until '}
              <b className="bold">{formatShortDay(code.expiresAt, zone)}</b>
            </>
          )}
          . The person who joins with it appears below you in the invite tree.
        </p>
        <div className={classNames('row wrap', styles.openActions)}>
          <Button variant="primary" icon={Copy} onClick={() => void copyCode(code.code)}>
            Copy
          </Button>
          <Button variant="outline" icon={Share2} onClick={() => void shareLink(code.code)}>
            Share link
          </Button>
          <Button onClick={() => openDialog({ kind: 'revoke', code })}>Revoke</Button>
        </div>
      </div>
      {dialogs}
    </section>
  )
}
