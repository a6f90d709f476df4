import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { ReturnPlace } from '../rules/return-path'
import { payees } from './queries'

/**
 * Returns a function that creates the payout account if needed, and opens the provider's page, which leads back to
 * `place`. `isOpening` stays true until the browser has left the page.
 */
export function useOpenProvider(place: ReturnPlace = {}): { open: () => void; isOpening: boolean } {
  const { mutate, reset, isPending, isSuccess } = useMutation(
    payees.payouts.connect.mutationOptions({
      onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )
  // Resets the button when the browser restores the page from its cache, because it would still be busy.
  useEffect(() => {
    const finish = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', finish)
    return () => window.removeEventListener('pageshow', finish)
  }, [reset])
  return { open: () => mutate(place), isOpening: isPending || isSuccess }
}
