import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ListSearch } from '~/design/list-search'
import { PageHead } from '~/design/page-head'
import { TabPanel, Tabs } from '~/design/tabs'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import type { NetworkTab, Connection } from '../contract'
import { type ConnectionAction, ConnectionsTable, NoMatchingConnections } from './connections-table'
import type { NetworkSearch } from './network-search'
import { countsQuery, connectionsQuery } from './queries'
import styles from './network.module.css'
import { useRef, useState } from 'react'
import { Avatar } from '~/design/avatar'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { AnswerRequestButtons } from './answer-request-buttons'
import type { ConfirmableChange } from './confirm-change'
import { PagedList } from './paged-list'
import { PersonName, formatPersonFacts } from './person-name'
import { useRowFocus } from './use-row-focus'

const loadConfirm = () => import('./confirm-change')

type WaitingListProps = { tab: 'pending' | 'sent'; q: string | undefined; onClearSearch: () => void }

type RequestProps = {
  connection: Connection
  tab: 'pending' | 'sent'
  onRequestAction: (change: ConfirmableChange) => void
}

const loadBlocked = () => import('./blocked-dialog')

type NetworkPageProps = {
  search: NetworkSearch
  /** Called with the new search. `isStep`: the browser adds a history entry for the change. */
  onSearchChange: (search: NetworkSearch, isStep: boolean) => void
  /** An additional action for each connection, such as Message. */
  action?: ConnectionAction
}

/** NW-01: connections, received requests and sent requests. */
export function NetworkPage({ search, onSearchChange, action }: NetworkPageProps) {
  const { q, tab = 'connections', blocked } = search
  const { data: counts } = useQuery(countsQuery())
  const clear = () => onSearchChange({ ...search, q: undefined }, false)
  const open = (next: NetworkTab) =>
    onSearchChange({ ...search, tab: next === 'connections' ? undefined : next }, false)
  const openBlocked = (isOpen: boolean) => onSearchChange({ ...search, blocked: isOpen || undefined }, isOpen)
  const blockedDialog = useLazyModule(loadBlocked, blocked === true, () => {
    openBlocked(false)
    notify.error(offlineSentence)
  })
  return (
    <div data-client-links>
      <div className={classNames('row between wrap', styles.head)}>
        <PageHead title="Network" size="title" />
        <ListSearch
          className={styles.search}
          label="Search by name or DJ name"
          placeholder="Search by name or DJ name"
          q={q}
          onSettled={(query) => onSearchChange({ ...search, q: query }, false)}
        />
      </div>
      <Tabs<NetworkTab>
        label="Network"
        value={tab}
        onValueChange={open}
        className={styles.tabs}
        tabs={[
          { value: 'connections', label: 'My Connections', count: counts?.connections },
          { value: 'pending', label: 'Pending', count: counts?.pending },
          { value: 'sent', label: 'Sent', count: counts?.sent },
        ]}
      >
        <TabPanel value="connections">
          <ConnectionsTable q={q} onClearSearch={clear} action={action} />
        </TabPanel>
        <TabPanel value="pending">
          <ConnectionRequestList tab="pending" q={q} onClearSearch={clear} />
        </TabPanel>
        <TabPanel value="sent">
          <ConnectionRequestList tab="sent" q={q} onClearSearch={clear} />
        </TabPanel>
      </Tabs>
      <p className={styles.foot}>
        <Button variant="ghost" size="sm" icon={Ban} onClick={() => openBlocked(true)}>
          Blocked
        </Button>
      </p>
      {blocked && blockedDialog && <blockedDialog.default open onClose={() => openBlocked(false)} />}
    </div>
  )
}

/** NW-01, NW-02: received or sent requests. */
function ConnectionRequestList({ tab, q, onClearSearch }: WaitingListProps) {
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
          q === undefined ? (
            <NoConnectionRequests tab={tab} />
          ) : (
            <NoMatchingConnections onClearSearch={onClearSearch} />
          )
        }
      >
        <ul className={styles.people} aria-label={tab === 'pending' ? 'Pending' : 'Sent'}>
          {connections?.map((connection) => (
            <RequestRow
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

function RequestRow({ connection, tab, onRequestAction }: RequestProps) {
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
        <AnswerRequestButtons connectionId={connectionId} {...subject} />
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
