import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import type { Connection } from '../contract'
import { AnswerRequest } from './answer-request'
import type { ConfirmableChange } from './confirm-change'
import { NotFound } from './connections-table'
import { PagedList } from './paged-list'
import { PersonName, formatPersonFacts } from './person-name'
import { connectionsQuery } from './queries'
import { useRowFocus } from './use-row-focus'
import styles from './network.module.css'

const loadConfirm = () => import('./confirm-change')

type WaitingListProps = { tab: 'pending' | 'sent'; q: string | undefined; onClearSearch: () => void }

/** NW-01, NW-02: received or sent requests. */
export function WaitingList({ tab, q, onClearSearch }: WaitingListProps) {
  const list = useInfiniteQuery(connectionsQuery(tab, q))
  const connections = list.data?.pages.flatMap((page) => page.connections)
  const [pendingChange, setPendingChange] = useState<ConfirmableChange>()
  const confirm = useLazyModule(loadConfirm, pendingChange !== undefined, () => {
    setPendingChange(undefined)
    notify.error(offlineSentence)
  })
  const rows = useRef<HTMLDivElement>(null)
  useRowFocus(rows, connections?.length ?? 0)
  return (
    <div ref={rows} tabIndex={-1} className={styles.list}>
      <PagedList
        list={list}
        count={connections?.length}
        things="requests"
        thing="request"
        empty={
          q === undefined ? <NoConnectionRequests tab={tab} /> : <NotFound onClearSearch={onClearSearch} />
        }
      >
        <ul className={styles.people} aria-label={tab === 'pending' ? 'Pending' : 'Sent'}>
          {connections?.map((connection) => (
            <Request
              key={connection.id}
              connection={connection}
              tab={tab}
              onRequestAction={setPendingChange}
            />
          ))}
        </ul>
      </PagedList>
      {pendingChange && confirm && (
        <confirm.default pendingChange={pendingChange} onClose={() => setPendingChange(undefined)} />
      )}
    </div>
  )
}

type RequestProps = {
  connection: Connection
  tab: 'pending' | 'sent'
  onRequestAction: (change: ConfirmableChange) => void
}

function Request({ connection, tab, onRequestAction }: RequestProps) {
  const { id: connectionId, person, note, reason } = connection
  const subject = { personId: person.id, name: person.fullName }
  return (
    <li data-row>
      <Avatar id={person.id} name={person.fullName} imageUrl={person.avatarUrl} size={64} />
      <div>
        <PersonName person={person} className="title-3" />
        <p className="muted">{formatPersonFacts(person)}</p>
        {reason !== null && <p className="small faint">{reason}</p>}
        {note !== null && <p className={styles.note}>{note}</p>}
      </div>
      {tab === 'pending' ? (
        <AnswerRequest connectionId={connectionId} {...subject} />
      ) : (
        <div className={classNames('row', styles.answer)}>
          <Button
            variant="outline"
            aria-label={`Withdraw your request to ${person.fullName}`}
            onClick={() => onRequestAction({ kind: 'withdraw', connectionId, ...subject })}
          >
            Withdraw
          </Button>
        </div>
      )}
    </li>
  )
}

function NoConnectionRequests({ tab }: { tab: 'pending' | 'sent' }) {
  if (tab === 'pending')
    return <EmptyState title="No pending requests">Connection requests appear here.</EmptyState>
  return (
    <EmptyState
      title="No sent requests"
      action={<AnchorButton href="/dashboard/members">Browse Members</AnchorButton>}
    >
      Requests you sent appear here until they are answered.
    </EmptyState>
  )
}
