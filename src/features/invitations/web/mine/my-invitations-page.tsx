import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { Note } from '~/design/note'
import { Skeleton } from '~/design/skeleton'
import { useReaderZone } from '~/design/use-reader-zone'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { MyInvitations, OwnCode } from '../../contract-mine'
import { myInvitationsQuery } from '../queries'
import { MyInvitees } from './my-invitees'
import { GenerateOwnCode } from './generate-own-code'
import { MyCodesTable } from './my-codes-table'
import styles from './my-invitations.module.css'
import { Copy, Share2 } from 'lucide-react'
import { CodeCells } from '~/design/code-cells'
import { formatShortDay } from '~/lib/time'
import { ownActions } from '../code-actions'
import { useCodeDialogs } from '../code-dialogs'
import { copyCode, shareLink } from '../share-link'

type MyInvitationsPageProps = { me: { id: string; name: string; avatarUrl: string | null } }

export function MyInvitationsPage({ me }: MyInvitationsPageProps) {
  const mine = useQuery(myInvitationsQuery())
  return (
    <div data-client-links>
      <div className="row between wrap">
        <h1 className="title-1">Invitations</h1>
        {mine.data && <CodesLeft mine={mine.data} />}
      </div>
      {mine.isPending && (
        <div aria-busy="true" className={classNames('stack', styles.loading)}>
          <output className="visually-hidden">Loading invitations</output>
          <Skeleton height="9rem" />
          <Skeleton height="16rem" />
        </div>
      )}
      {mine.isError && !mine.data && (
        <EmptyState
          title="Your invitations couldn’t be loaded"
          action={<Button onClick={() => void mine.refetch()}>Try again</Button>}
        >
          <span role="alert">{getErrorMessage(mine.error)}</span>
        </EmptyState>
      )}
      {mine.data && <OwnCodes mine={mine.data} />}
      <MyInvitees me={me} />
    </div>
  )
}

function CodesLeft({ mine: { left, most } }: { mine: MyInvitations }) {
  if (left === null || most === null) return <p className="muted">As many codes as you need</p>
  return (
    <p className="muted">
      <b className={classNames('bold', styles.left)}>
        {left} of {most}
      </b>{' '}
      codes left
    </p>
  )
}

function OwnCodes({ mine }: { mine: MyInvitations }) {
  const { codes, left, isPaused } = mine
  const zone = useReaderZone() ?? 'UTC'
  const [freshId, setFreshId] = useState<string>()
  const open = codes.find(({ status }) => status === 'pending')
  return (
    <>
      {isPaused && (
        <Note tone="orange" className={styles.note}>
          An admin paused your codes. They can’t be used, and you can’t create new ones, until an admin
          resumes them.
        </Note>
      )}
      {open && !isPaused && <OpenCode code={open} zone={zone} />}
      <div className={classNames('row between wrap', styles.codesHead)}>
        <h2 className="title-2">Your codes</h2>
        <GenerateOwnCode
          blocked={isPaused ? 'Your codes are paused.' : left === 0 ? NO_CODES_LEFT : undefined}
          onGenerated={setFreshId}
        />
      </div>
      {left === 0 && !isPaused && (
        <p className={classNames('small muted', styles.noneLeft)}>{NO_CODES_LEFT}</p>
      )}
      {codes.length === 0 ? (
        <EmptyState title="No codes yet">
          {isPaused
            ? 'You can generate codes once an admin resumes them.'
            : 'Generate a code and give it to someone you’d vouch for.'}
        </EmptyState>
      ) : (
        <MyCodesTable codes={codes} zone={zone} freshId={freshId} isPaused={isPaused} />
      )}
    </>
  )
}

const NO_CODES_LEFT = 'You have no codes left. You get one back when a code expires or is revoked.'

function OpenCode({ code, zone }: { code: OwnCode; zone: string }) {
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
