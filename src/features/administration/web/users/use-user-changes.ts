import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { UserRow } from '../../contract-users-shapes'
import { administration } from '../queries'
import { userQuery } from './queries'
import {
  describeFailure,
  sendChange,
  describeSuccess,
  findUndoChange,
  type UserChange,
  applyChangeToUser,
} from './user-change'

export const changeKey = (id: string) => ['administration', 'change', id]

/** AD-06, AD-07: changes a user, shows a toast, and offers Undo. Ignores further calls while one is running. */
export function useUserChanges(id: string, onChanged?: (change: UserChange) => void) {
  const queryClient = useQueryClient()
  const mutationKey = changeKey(id)
  const isChanging = useIsMutating({ mutationKey }) > 0
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (change: UserChange) => sendChange(id, change),
    onSuccess: (_done, change) => {
      applyChange(queryClient, id, change)
      onChanged?.(change)
      const back = findUndoChange(change)
      notify.success(describeSuccess(change), back && { action: { label: 'Undo', onClick: () => run(back) } })
    },
    onError: (error, change) => notify.error(describeFailure(change), { detail: getErrorMessage(error) }),
    // Refetches after an error, too, because another admin may have changed the user.
    onSettled: () => refetchUsers(queryClient),
  })
  const run = (change: UserChange) => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate(change)
  }
  return { isChanging, change: run }
}

/** Updates the cached row immediately, so that no other row moves before the refetch. */
export function applyChange(queryClient: QueryClient, id: string, change: UserChange): void {
  queryClient.setQueryData(userQuery(id).queryKey, (user) => user && applyChangeToUser(user, change))
  patchRow(queryClient, id, (row) => applyChangeToUser(row, change))
}

type Page = { users: UserRow[] }

export function patchRow(queryClient: QueryClient, id: string, patch: (row: UserRow) => UserRow): void {
  queryClient.setQueriesData<Page>(
    { queryKey: administration.users.list.key() },
    (page) => page && { ...page, users: page.users.map((row) => (row.id === id ? patch(row) : row)) },
  )
}

/** Not awaited, so that buttons don't stay busy during the refetch. */
export function refetchUsers(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: administration.key() }).catch(() => undefined)
}
