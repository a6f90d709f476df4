import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { chat } from '../../queries'
import { getFirstName } from '../moderation-labels'

export type HidePerson = { personId: string; name: string; isHidden: boolean }

/**
 * Returns a function that hides a person's messages from the reader, or shows them again, with a toast that offers
 * undo.
 */
export function useHidePerson(): (input: HidePerson) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ personId, isHidden }: HidePerson) =>
      chat.moderation.hidePerson.call({ personId, isHidden }),
    onSuccess: (_done, { personId, name, isHidden }) => {
      const subject = name ? `${getFirstName(name)}’s messages` : 'Their messages'
      const undo = () => mutate({ personId, name, isHidden: !isHidden })
      notify.info(
        isHidden
          ? `${subject} are hidden from you`
          : `You can see ${subject.replace('Their', 'their')} again`,
        {
          action: { label: 'Undo', onClick: undo },
        },
      )
    },
    onError: (error) => notify.error(getErrorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: chat.rooms.key() }),
  })
  return mutate
}
