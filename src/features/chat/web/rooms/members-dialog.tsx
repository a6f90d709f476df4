import { classNames } from '~/design/class-names'
import { Dialog } from '~/design/dialog'
import { TabPanel, Tabs } from '~/design/tabs'
import { formatCount } from '~/lib/count'
import type { RoomDetail } from '../../contract-shapes'
import { BannedPeople } from '../moderation/actions/banned-people'
import { MemberList } from './member-list'
import styles from './members.module.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { formatName } from '../../rules/format-name'
import { waitingQuery } from '../queries'
import { ListFailed, ListLoading } from './list-placeholders'
import { PersonRow } from './person-row'
import { useAnswerRequest } from './use-member-changes'

export type MembersTab = 'members' | 'waiting' | 'banned'

type MembersDialogProps = {
  room: RoomDetail
  meId: string
  isModerator: boolean
  tab: MembersTab
  onTabChange: (tab: MembersTab) => void
  open: boolean
  onClose: () => void
}

export default function MembersDialog(props: MembersDialogProps) {
  const { room, meId, isModerator, tab, onTabChange, open, onClose } = props
  const hasWaiting = room.canManage && (room.joinBy === 'request' || room.waiting > 0)
  const tabs = [
    { value: 'members' as const, label: 'Members', count: room.memberCount },
    ...(hasWaiting ? [{ value: 'waiting' as const, label: 'Requests', count: room.waiting }] : []),
    ...(room.canModerate ? [{ value: 'banned' as const, label: 'Banned' }] : []),
  ]
  // The chosen tab may be gone: another admin may have answered the last request, or the reader may no longer be an
  // admin.
  const shown = tabs.some(({ value }) => value === tab) ? tab : 'members'
  const list = <MemberList room={room} meId={meId} isModerator={isModerator} />
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Members"
      description={tabs.length > 1 ? room.name : `${room.name}, ${formatCount(room.memberCount)} in all`}
    >
      <div data-client-links className="stack">
        {tabs.length === 1 ? (
          list
        ) : (
          <Tabs label="Members" value={shown} onValueChange={onTabChange} tabs={tabs}>
            <TabPanel value="members" className={classNames('stack', styles.panel)}>
              {list}
            </TabPanel>
            <TabPanel value="waiting" className={classNames('stack', styles.panel)}>
              <WaitingList roomId={room.id} />
            </TabPanel>
            <TabPanel value="banned" className={classNames('stack', styles.panel)}>
              <BannedPeople room={room} />
            </TabPanel>
          </Tabs>
        )}
      </div>
    </Dialog>
  )
}

function WaitingList({ roomId }: { roomId: string }) {
  const list = useQuery(waitingQuery(roomId))
  const zone = useReaderZone() ?? 'UTC'
  const { answer, answering } = useAnswerRequest(roomId)
  const waiting = list.data?.waiting
  if (waiting === undefined)
    return list.isError ? (
      <ListFailed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <ListLoading label="Loading requests" />
    )
  if (waiting.length === 0) return <p className={classNames('muted', styles.none)}>No pending requests.</p>
  return (
    <>
      <p className="small muted">
        After you decline a request, the person can ask again in a week. You can invite them before that.
      </p>
      <ul className={styles.list} aria-label="Requests">
        {waiting.map(({ requestId, person, requestedAt }) => {
          const isBusy = answering?.requestId === requestId
          const name = formatName(person.name)
          return (
            <PersonRow
              key={requestId}
              person={person}
              description={`Requested ${formatShort(requestedAt, zone)}`}
            >
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Decline ${name}`}
                busy={isBusy && !answering.isApproved && 'Answering'}
                disabled={isBusy && answering.isApproved}
                onClick={() => answer({ requestId, person, isApproved: false })}
              >
                Decline
              </Button>
              <Button
                size="sm"
                variant="outline"
                aria-label={`Accept ${name}`}
                busy={isBusy && answering.isApproved && 'Accepting'}
                disabled={isBusy && !answering.isApproved}
                onClick={() => answer({ requestId, person, isApproved: true })}
              >
                Accept
              </Button>
            </PersonRow>
          )
        })}
      </ul>
    </>
  )
}
