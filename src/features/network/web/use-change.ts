import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { type Change, patchNetwork } from './patch-network'
import { network } from './queries'

const MUTATION_KEY = ['network']
// What a profile shows of a contact hangs on the connection.
const profiles = [[['members', 'getDj']], [['members', 'getMember']]]

/** Does something about one person: shown at once, put back with words when it failed. */
export function useChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: carryOut,
    onMutate: async (change: Change) => {
      // An answer that is on its way would show the old state once more.
      await queryClient.cancelQueries({ queryKey: network.key() })
      return patchNetwork(queryClient, change)
    },
    onSuccess: (said) => notify.success(said),
    onError: (error, change, putBack) => {
      putBack?.()
      notify.error(failureWords(change, error))
    },
    onSettled: async () => {
      // Of several at once, the last one reads again.
      if (queryClient.isMutating({ mutationKey: MUTATION_KEY }) > 1) return
      for (const queryKey of profiles) void queryClient.invalidateQueries({ queryKey })
      await queryClient.invalidateQueries({ queryKey: network.key() })
    },
  })
}

/** Answers the words of the toast. */
async function carryOut(change: Change): Promise<string> {
  switch (change.kind) {
    case 'request': {
      const { state } = await network.request.call({
        id: change.personId,
        ...(change.note ? { note: change.note } : {}),
      })
      // They had asked in the meantime.
      return state === 'connected' ? 'Connection accepted!' : 'Request sent'
    }
    case 'accept':
      await network.accept.call({ id: change.connectionId })
      return 'Connection accepted!'
    case 'decline':
      await network.decline.call({ id: change.connectionId })
      return 'Connection declined'
    case 'withdraw':
      await network.withdraw.call({ id: change.connectionId })
      return 'Request withdrawn'
    case 'remove':
      await network.remove.call({ id: change.connectionId })
      return 'Connection removed'
    case 'block':
      await network.block.call({ id: change.personId })
      return `${change.name} is blocked`
    case 'unblock':
  }
  await network.unblock.call({ id: change.personId })
  return `${change.name} is not blocked any more`
}

function failureWords({ kind }: Change, error: unknown): string {
  if (kind === 'accept') return 'Failed to accept request'
  if (kind === 'decline') return 'Failed to decline request'
  return errorMessage(error)
}
