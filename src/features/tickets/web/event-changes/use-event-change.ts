import { notify } from '~/design/toast'
import { hasErrorCode } from '~/platform/rpc/errors'
import { type FormOptions, useForm } from '~/platform/rpc/use-form'
import { useRefetchFeatures } from '~/platform/rpc/use-refetch-features'

type EventChangeOptions<Values, Input> = Omit<FormOptions<Values, unknown, Input>, 'onDone' | 'onError'> & {
  done: string
  onDone: () => void
  onStale: () => void
}

/**
 * The form of an event change. Shows a toast and closes after the change; if it is refused, shows the error, and
 * refetches the event if someone else has changed it.
 */
export function useEventChange<Values extends object, Input = Values>(
  props: EventChangeOptions<Values, Input>,
) {
  const { done, onDone, onStale, ...form } = props
  const refetch = useRefetchFeatures(['events', 'orders', 'tickets'])
  return useForm<Values, unknown, Input>({
    ...form,
    onDone: () => {
      notify.success(done)
      void refetch()
      onDone()
    },
    onError: (error) => {
      if (['CHANGED', 'NOT_POSSIBLE', 'SETTLED'].some((code) => hasErrorCode(error, code))) onStale()
    },
  })
}
