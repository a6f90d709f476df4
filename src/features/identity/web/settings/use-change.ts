import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { identity } from '../queries'
import { isReauthenticationCancelled, useWithReauthentication } from './use-with-reauthentication'

type Change<Input, Output> = {
  call: (input: Input) => Promise<Output>
  onDone?: ((output: Output, input: Input) => void) | undefined
  /** Handles the error. By default a toast shows it. */
  onFailed?: ((error: unknown, input: Input) => void) | undefined
}

/**
 * Mutation for a change of the sign-in methods. If the server requires reauthentication, it shows the dialog. The
 * settings are refetched before the success is reported.
 */
export function useChange<Output, Input = void>({ call, onDone, onFailed }: Change<Input, Output>) {
  const queryClient = useQueryClient()
  const withReauthentication = useWithReauthentication()
  return useMutation({
    mutationFn: (input: Input) => withReauthentication(() => call(input)),
    onSuccess: async (output, input) => {
      await queryClient.invalidateQueries({ queryKey: identity.key() }).catch(() => undefined)
      onDone?.(output, input)
    },
    onError: (error, input) => {
      if (isReauthenticationCancelled(error)) return
      if (onFailed) onFailed(error, input)
      else notify.error(getErrorMessage(error))
    },
  })
}

/** Treats NOT_FOUND as success, because another tab may already have removed the same item. */
export async function ignoreNotFound(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!hasErrorCode(error, 'NOT_FOUND')) throw error
  }
}
