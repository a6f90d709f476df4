import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { markLeaving, clearLeavingMark } from '../live/leaving-marks'
import { chat } from '../queries'

/** Reloads rooms and members; messages arrive on the stream. */
export async function refreshRooms(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: chat.rooms.key() }),
    queryClient.invalidateQueries({ queryKey: chat.members.key() }),
  ])
}

/** CH-04: joins the room, or sends a request if joining needs approval. */
export function useJoinRoom(roomId: string): { join: () => void; isJoining: boolean } {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...chat.rooms.join.mutationOptions(),
    onSuccess: async ({ outcome }) => {
      await refreshRooms(queryClient)
      if (outcome === 'joined') notify.success('Joined room successfully!')
      else notify.info('Request to join sent')
    },
    onError: (error) => {
      notify.error('Failed to join room')
      // An admin has declined the request or changed the room in the meantime, so show the current state.
      if (hasErrorCode(error, 'DECLINED') || hasErrorCode(error, 'NOT_FOUND')) void refreshRooms(queryClient)
    },
  })
  return { join: () => mutate({ roomId }), isJoining: isPending }
}

export function useWithdrawRequest(roomId: string) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...chat.rooms.withdrawRequest.mutationOptions(),
    onSuccess: async () => {
      await refreshRooms(queryClient)
      notify.info('Request withdrawn')
    },
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  return { withdraw: () => mutate({ roomId }), isWithdrawing: isPending }
}

export function useDeclineInvitation(roomId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...chat.members.declineInvitation.mutationOptions(),
    onSuccess: () => {
      onDone()
      void refreshRooms(queryClient)
      notify.info('Invitation declined')
    },
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  return { decline: () => mutate({ roomId }), isDeclining: isPending }
}

export function useLeaveRoom(roomId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      markLeaving(roomId)
      await chat.rooms.leave.call({ roomId })
    },
    onSuccess: () => {
      onDone()
      void refreshRooms(queryClient)
      notify.success('You left the room')
    },
    onError: (error) => {
      clearLeavingMark(roomId)
      notify.error(getErrorMessage(error))
    },
  })
  return { leave: () => mutate(), isLeaving: isPending }
}

export function useArchiveRoom(roomId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...chat.rooms.update.mutationOptions(),
    onSuccess: async (_done, { isActive }) => {
      onDone()
      notify.success(isActive === true ? 'Room restored' : 'Room archived')
      await refreshRooms(queryClient)
    },
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  return { setActive: (isActive: boolean) => mutate({ roomId, isActive }), isChanging: isPending }
}
