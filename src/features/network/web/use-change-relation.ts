import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { network } from './queries'
import type { Connection, Counts, Member, Person, Relation, RelationState } from '../contract'

type Change = { personId: string; name: string } & (
  | { kind: 'request'; note: string }
  | { kind: 'accept' | 'decline' | 'reopen' | 'withdraw' | 'remove'; connectionId: string }
  | { kind: 'block' | 'unblock' }
)

type Pages<Page> = InfiniteData<Page & { nextCursor: string | null }>

const after: Record<Change['kind'], RelationState> = {
  request: 'requested',
  accept: 'connected',
  decline: 'none',
  reopen: 'incoming',
  withdraw: 'none',
  remove: 'none',
  block: 'none',
  unblock: 'none',
}

const counted: Partial<Record<Change['kind'], Partial<Counts>>> = {
  request: { sent: 1 },
  accept: { pending: -1, connections: 1 },
  decline: { pending: -1 },
  reopen: { pending: 1 },
  withdraw: { sent: -1 },
  remove: { connections: -1 },
}

const MUTATION_KEY = ['network']
// A change of the relation also reloads these profile queries, because a connection decides which contact details are
// visible.
const profiles = [[['members', 'getDj']], [['members', 'getMember']]]

/**
 * Changes the relation to a person. Shows the change immediately, and reverts it with a toast if the call fails. A
 * decline can be undone.
 */
export function useChangeRelation() {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: sendChange,
    onMutate: async (change: Change) => {
      // Cancels requests in flight, whose responses would show the old state again.
      await queryClient.cancelQueries({ queryKey: network.key() })
      return patchNetworkCache(queryClient, change)
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
      // If several changes are in flight, only the last one reloads the lists.
      if (queryClient.isMutating({ mutationKey: MUTATION_KEY }) > 1) return
      for (const queryKey of profiles) void queryClient.invalidateQueries({ queryKey })
      await queryClient.invalidateQueries({ queryKey: network.key() })
    },
  })
  return mutation
}

/** Sends the change and returns the text of the success toast. */
async function sendChange(change: Change): Promise<string> {
  switch (change.kind) {
    case 'request': {
      const { state } = await network.request.call({
        id: change.personId,
        ...(change.note ? { note: change.note } : {}),
      })
      // The state is already `connected` if the other person sent a request in the meantime.
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
  return getErrorMessage(error)
}

/** Applies the change to every cached list before the server responds. Returns a function that reverts it. */
function patchNetworkCache(queryClient: QueryClient, change: Change): () => void {
  const before = queryClient.getQueriesData({ queryKey: network.key() })
  const isOther = ({ id }: Person) => id !== change.personId
  if (change.kind === 'unblock')
    patchPages<{ people: Person[] }>(queryClient, network.listBlocked.key(), (page) => ({
      ...page,
      people: page.people.filter(isOther),
    }))
  else if (change.kind !== 'request')
    patchPages<{ connections: Connection[] }>(queryClient, network.list.key(), (page) => ({
      ...page,
      connections: page.connections.filter(({ person }) => isOther(person)),
    }))
  patchPages<{ members: Member[] }>(queryClient, network.listMembers.key(), (page) => ({
    ...page,
    members: page.members.flatMap((member) => {
      if (isOther(member.person)) return [member]
      return change.kind === 'block' ? [] : [{ ...member, relation: predictStatus(change) }]
    }),
  }))
  queryClient.setQueryData<Relation>(
    network.relation.queryKey({ input: { id: change.personId } }),
    (relation) => relation && { ...relation, ...predictStatus(change) },
  )
  const steps = counted[change.kind]
  if (steps)
    queryClient.setQueriesData<Counts>({ queryKey: network.counts.key() }, (counts) => {
      const addStep = (name: keyof Counts) => Math.max(0, (counts?.[name] ?? 0) + (steps[name] ?? 0))
      return (
        counts && { connections: addStep('connections'), pending: addStep('pending'), sent: addStep('sent') }
      )
    })
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

function predictStatus(change: Change): Member['relation'] {
  return {
    state: after[change.kind],
    connectionId:
      'connectionId' in change && (change.kind === 'accept' || change.kind === 'reopen')
        ? change.connectionId
        : null,
    note: change.kind === 'request' ? change.note || null : null,
    requestAgainAt: null,
  }
}

function patchPages<Page>(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  patch: (page: Page & { nextCursor: string | null }) => Page & { nextCursor: string | null },
): void {
  queryClient.setQueriesData<Pages<Page>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map(patch) },
  )
}
