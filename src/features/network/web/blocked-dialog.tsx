import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { PagedList } from './paged-list'
import { blockedQuery } from './queries'
import { useChangeRelation } from './use-change-relation'
import { useRowFocus } from './use-row-focus'
import styles from './network.module.css'

export default function BlockedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Blocked"
      description="You can’t see each other. They aren’t notified. Unblocking doesn’t restore your connection."
    >
      <BlockedPeople />
    </Dialog>
  )
}

function BlockedPeople() {
  const list = useInfiniteQuery(blockedQuery())
  const people = list.data?.pages.flatMap((page) => page.people)
  const change = useChangeRelation()
  const rows = useRef<HTMLDivElement>(null)
  useRowFocus(rows, people?.length ?? 0)
  return (
    <div ref={rows} tabIndex={-1} className={styles.list}>
      <PagedList
        list={list}
        count={people?.length}
        things="people"
        thing="person"
        empty={<p className="muted">You haven’t blocked anyone.</p>}
      >
        <ul className={styles.blocked} aria-label="Blocked people">
          {people?.map(({ id, fullName, djName, avatarUrl }) => (
            <li key={id} data-row>
              <span className="row">
                <Avatar id={id} name={fullName} imageUrl={avatarUrl} />
                <span>
                  <b className="bold">{fullName}</b>{' '}
                  {djName !== null && <span className="small faint">{djName}</span>}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={`Unblock ${fullName}`}
                onClick={() => change.mutate({ kind: 'unblock', personId: id, name: fullName })}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      </PagedList>
    </div>
  )
}
