import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Dialog, DialogClose } from '~/design/dialog'
import { Icon } from '~/design/icon'
import { ListSearch } from '~/design/list-search'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { ChatPerson, RoomDetail } from '../../contract-shapes'
import { chat } from '../queries'
import { ListFailed, ListLoading } from './list-placeholders'
import { PersonRow } from './person-row'
import styles from './members.module.css'

type InviteDialogProps = { room: RoomDetail; open: boolean; onClose: () => void }

export default function InviteDialog({ room, open, onClose }: InviteDialogProps) {
  const [q, setQ] = useState<string>()
  const queryClient = useQueryClient()
  const list = useQuery({
    ...chat.members.listInvitable.queryOptions({ input: { roomId: room.id, search: q ?? '' } }),
    placeholderData: keepPreviousData,
    enabled: open,
  })
  const people = list.data?.people
  const close = () => {
    onClose()
    // Reload the list only now: invited people keep a tick until the dialog closes, and are left out when it opens
    // again.
    void queryClient.invalidateQueries({ queryKey: chat.members.listInvitable.key() })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Invite people"
      description={`Invited people see ${room.name} in their room list and can join or decline.`}
      actions={
        <DialogClose>
          <Button>Done</Button>
        </DialogClose>
      }
    >
      <ListSearch
        label="Search people"
        placeholder="Search people..."
        shortcut={false}
        q={q}
        onSettled={setQ}
      />
      <div className={styles.list} data-client-links aria-busy={list.isPlaceholderData}>
        {people === undefined && list.isPending && <ListLoading label="Loading people" />}
        {people === undefined && list.isError && (
          <ListFailed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {people?.length === 0 && (
          <p className={classNames('muted', styles.none)}>
            {q === undefined ? 'There’s no one left to invite.' : `No members match “${q}”.`}
          </p>
        )}
        <ul aria-label="People to invite">
          {people?.map((person) => (
            <InvitablePersonRow key={person.id} person={person} roomId={room.id} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function InvitablePersonRow({ person, roomId }: { person: ChatPerson; roomId: string }) {
  const invite = useMutation({
    ...chat.members.invite.mutationOptions(),
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  return (
    <PersonRow person={person}>
      {invite.isSuccess ? (
        <output className="row small bold">
          <Icon of={Check} />
          Invited
        </output>
      ) : (
        <Button
          size="sm"
          variant="outline"
          aria-label={`Invite ${person.name}`}
          busy={invite.isPending && 'Inviting'}
          onClick={() => invite.mutate({ roomId, personId: person.id })}
        >
          Invite
        </Button>
      )}
    </PersonRow>
  )
}
