import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { formatName } from '../../rules/format-name'
import type { ChatPerson } from '../../contract-shapes'
import type { RoomRole } from '../../rules/chat-limits'
import { chat } from '../queries'
import { refreshRooms } from './use-room-changes'

export function useSetRole(roomId: string): (person: ChatPerson, role: RoomRole) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ person, role }: { person: ChatPerson; role: RoomRole }) =>
      chat.members.setRole.call({ roomId, personId: person.id, role }),
    onSuccess: (_done, { person, role }) => {
      notify.success(`${formatName(person.name)} is ${role === 'admin' ? 'an admin' : 'a member'} now`)
    },
    onError: (error) => notify.error(getErrorMessage(error)),
    onSettled: () => refreshRooms(queryClient),
  })
  return (person, role) => mutate({ person, role })
}

export function useRemoveMember(roomId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (person: ChatPerson) => chat.members.remove.call({ roomId, personId: person.id }),
    onSuccess: (_done, person) => {
      onDone()
      notify.success(`${formatName(person.name)} was removed from the room`)
    },
    onError: (error) => {
      // The member left, or another admin has already removed them.
      if (hasErrorCode(error, 'NOT_FOUND')) onDone()
      notify.error(getErrorMessage(error))
    },
    onSettled: () => refreshRooms(queryClient),
  })
  return { remove: (person: ChatPerson) => mutate(person), isRemoving: isPending }
}

export function useAnswerRequest(roomId: string) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ requestId, isApproved }: { requestId: string; person: ChatPerson; isApproved: boolean }) =>
      chat.members.answerRequest.call({ roomId, requestId, isApproved }),
    onSuccess: (_done, { person, isApproved }) =>
      notify.success(
        isApproved
          ? `${formatName(person.name)} was added to the room`
          : `${formatName(person.name)}’s request was declined`,
      ),
    onError: (error) => notify.error(getErrorMessage(error)),
    onSettled: () => refreshRooms(queryClient),
  })
  return { answer: mutate, answering: isPending ? variables : undefined }
}
