import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { Icon } from '~/design/icon'
import { SearchField } from '~/design/search-field'
import { notify } from '~/design/toast'
import { useSettledQuery } from '~/design/use-settled-query'
import { errorMessage } from '~/platform/rpc/errors'
import type { ChatPerson, RoomDetail } from '../../contract-shapes'
import { chat } from '../queries'
import { ListFailed, ListLoading } from './list-states'
import { PersonRow } from './person-row'
import './members.css'

type InviteDialogProps = { room: RoomDetail; open: boolean; onClose: () => void }

/** Brings people into a private room; whom one is connected with stands first. */
export default function InviteDialog({ room, open, onClose }: InviteDialogProps) {
  const [q, setQ] = useState('')
  const [typed, setTyped] = useSettledQuery(q, setQ)
  const queryClient = useQueryClient()
  const list = useQuery({
    ...chat.members.listInvitable.queryOptions({ input: { roomId: room.id, search: q } }),
    placeholderData: keepPreviousData,
    enabled: open,
  })
  const people = list.data?.people
  const close = () => {
    onClose()
    // Who was invited stood there with a tick; the next time they do not.
    void queryClient.invalidateQueries({ queryKey: chat.members.listInvitable.key() })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Invite people"
      description={`They find ${room.name} in their list, and join or decline.`}
      actions={
        <DialogClose>
          <Button>Done</Button>
        </DialogClose>
      }
    >
      <SearchField
        label="Search people"
        placeholder="Search people..."
        maxLength={100}
        shortcut={false}
        value={typed}
        onValueChange={setTyped}
      />
      <div className="mem-list" data-client-links aria-busy={list.isPlaceholderData}>
        {people === undefined && list.isPending && <ListLoading label="Loading people" />}
        {people === undefined && list.isError && (
          <ListFailed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {people?.length === 0 && (
          <p className="m2 mem-none">
            {q === '' ? 'There is nobody left to invite.' : `Nobody to invite is called “${q}”.`}
          </p>
        )}
        <ul aria-label="People to invite">
          {people?.map((person) => (
            <Invitable key={person.id} person={person} roomId={room.id} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Invitable({ person, roomId }: { person: ChatPerson; roomId: string }) {
  const invite = useMutation({
    ...chat.members.invite.mutationOptions(),
    onError: (error) => notify.error(errorMessage(error)),
  })
  return (
    <PersonRow person={person}>
      {invite.isSuccess ? (
        <output className="row small b mem-done">
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
