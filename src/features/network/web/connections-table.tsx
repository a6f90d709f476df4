import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Table } from '~/design/table'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import type { Connection } from '../contract'
import { formatMemberTypes } from '~/features/members/rules/member-type'
import type { ConfirmableChange } from './confirm-change'
import { PagedList } from './paged-list'
import PersonMenu from './person-menu'
import { PersonName, getPersonPath } from './person-name'
import { connectionsQuery } from './queries'
import { useRowFocus } from './use-row-focus'
import styles from './network.module.css'

const loadConfirm = () => import('./confirm-change')

/** Another action for a connection, such as Message. */
export type ConnectionAction = (person: { personId: string; name: string }) => ReactNode

type ConnectionsTableProps = {
  q: string | undefined
  onClearSearch: () => void
  action?: ConnectionAction | undefined
}

/** NW-01: connections, newest first. */
export function ConnectionsTable({ q, onClearSearch, action }: ConnectionsTableProps) {
  const list = useInfiniteQuery(connectionsQuery('connections', q))
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
        things="connections"
        thing="connection"
        empty={q === undefined ? <NoConnections /> : <NoMatchingConnections onClearSearch={onClearSearch} />}
      >
        <Table
          label="Connections"
          className={styles.connections}
          columns={[
            'Name',
            { label: 'Member type', className: 'desktop-only' },
            { label: 'Location', className: 'desktop-only' },
            { label: 'Actions', isHidden: true },
          ]}
        >
          {connections?.map((connection) => (
            <Row
              key={connection.id}
              connection={connection}
              action={action}
              onRequestAction={setPendingChange}
            />
          ))}
        </Table>
      </PagedList>
      {pendingChange && confirm && (
        <confirm.default pendingChange={pendingChange} onClose={() => setPendingChange(undefined)} />
      )}
    </div>
  )
}

type RowProps = {
  connection: Connection
  action: ConnectionAction | undefined
  onRequestAction: (change: ConfirmableChange) => void
}

function Row({ connection, action, onRequestAction }: RowProps) {
  const router = useRouter()
  const { id: connectionId, person } = connection
  const subject = { personId: person.id, name: person.fullName }
  const types = formatMemberTypes(person.memberTypes)
  return (
    <tr data-row>
      <td className="text">
        <span className="row">
          <Avatar id={person.id} name={person.fullName} imageUrl={person.avatarUrl} />
          <span>
            <PersonName person={person} />
            {person.djName !== null && <span className="small faint">{person.djName}</span>}
            <span className="small faint phone-only">
              {[types, person.location].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      </td>
      <td className="desktop-only muted">{types}</td>
      <td className="desktop-only text muted">{person.location}</td>
      <td>
        <span className={classNames('row', styles.rowActions)}>
          {action?.(subject)}
          <PersonMenu
            name={person.fullName}
            size="sm"
            onOpenPage={
              person.hasPage ? () => void router.navigate({ href: getPersonPath(person) }) : undefined
            }
            onRemove={() => onRequestAction({ kind: 'remove', connectionId, ...subject })}
            onBlock={() => onRequestAction({ kind: 'block', ...subject })}
          />
        </span>
      </td>
    </tr>
  )
}

function NoConnections() {
  return (
    <EmptyState
      title="No connections yet"
      action={<AnchorButton href="/dashboard/members?show=suggested">Browse Members</AnchorButton>}
    >
      Your connections appear here.
    </EmptyState>
  )
}

export function NoMatchingConnections({ onClearSearch }: { onClearSearch: () => void }) {
  return (
    <EmptyState
      title="No connections match that name"
      action={<Button onClick={onClearSearch}>Clear search</Button>}
    />
  )
}
