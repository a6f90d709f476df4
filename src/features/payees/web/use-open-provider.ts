import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { ReturnPlace } from '../rules/return-path'
import { payees } from './queries'

/**
 * Creates or continues the account and opens the provider's page, which leads back to `place`. `isOpening` until the page
 * is left.
 */
export function useOpenProvider(place: ReturnPlace = {}): { open: () => void; isOpening: boolean } {
  const { mutate, reset, isPending, isSuccess } = useMutation(
    payees.payouts.connect.mutationOptions({
      onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
      onError: (error) => notify.error(errorMessage(error)),
    }),
  )
  // The browser may restore the page from its cache, with the button still busy.
  useEffect(() => {
    const finish = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', finish)
    return () => window.removeEventListener('pageshow', finish)
  }, [reset])
  return { open: () => mutate(place), isOpening: isPending || isSuccess }
}
