import { classNames } from '~/design/class-names'
import { Dialog } from '~/design/dialog'
import { TabPanel, Tabs } from '~/design/tabs'
import { formatCount } from '~/lib/count'
import type { RoomDetail } from '../../contract-shapes'
import { BannedPeople } from '../moderation/actions/banned-people'
import { MemberList } from './member-list'
import { WaitingList } from './waiting-list'
import styles from './members.module.css'

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
  // Another admin may have answered the last request, or the reader may no longer be an admin.
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
