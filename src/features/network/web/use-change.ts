import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { type Change, patchNetwork } from './patch-network'
import { network } from './queries'

const MUTATION_KEY = ['network']
// A profile's visible contact details depend on the connection.
const profiles = [[['members', 'getDj']], [['members', 'getMember']]]

/** Changes the relation to a person: shown immediately, reverted with a toast on failure. A decline can be undone. */
export function useChange() {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: carryOut,
    onMutate: async (change: Change) => {
      // A response still in flight would show the old state again.
      await queryClient.cancelQueries({ queryKey: network.key() })
      return patchNetwork(queryClient, change)
    },
    onSuccess: (message, change) =>
      notify.success(
        message,
        change.kind === 'decline'
          ? { action: { label: 'Undo', onClick: () => mutation.mutate({ ...change, kind: 'reopen' }) } }
          : {},
      ),
    onError: (error, change, putBack) => {
      putBack?.()
      notify.error(describeFailure(change, error))
    },
    onSettled: async () => {
      // With several changes in flight, only the last one reloads.
      if (queryClient.isMutating({ mutationKey: MUTATION_KEY }) > 1) return
      for (const queryKey of profiles) void queryClient.invalidateQueries({ queryKey })
      await queryClient.invalidateQueries({ queryKey: network.key() })
    },
  })
  return mutation
}

/** Returns the text of the toast. */
async function carryOut(change: Change): Promise<string> {
  switch (change.kind) {
    case 'request': {
      const { state } = await network.request.call({
        id: change.personId,
        ...(change.note ? { note: change.note } : {}),
      })
      // The other person sent a request in the meantime.
      return state === 'connected' ? 'Connection accepted!' : 'Request sent'
    }
    case 'accept':
      await network.accept.call({ id: change.connectionId })
      return 'Connection accepted!'
    case 'decline':
      await network.decline.call({ id: change.connectionId })
      return 'Connection declined'
    case 'reopen':
      await network.reopen.call({ id: change.connectionId })
      return 'Request restored'
    case 'withdraw':
      await network.withdraw.call({ id: change.connectionId })
      return 'Request withdrawn'
    case 'remove':
      await network.remove.call({ id: change.connectionId })
      return 'Connection removed'
    case 'block':
      await network.block.call({ id: change.personId })
      return `You blocked ${change.name}`
    case 'unblock':
  }
  await network.unblock.call({ id: change.personId })
  return `You unblocked ${change.name}`
}

function describeFailure({ kind }: Change, error: unknown): string {
  if (kind === 'accept') return 'Failed to accept request'
  if (kind === 'decline') return 'Failed to decline request'
  return errorMessage(error)
}
