import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSiteName } from '~/design/site-name'

/** Loads the routes again when the site's name changes, because their heads take it from the route context. */
export function useReloadOnSiteNameChange(nameInHeads: string | undefined): void {
  const router = useRouter()
  const name = useSiteName()
  const isOutdated = name !== '' && name !== nameInHeads
  useEffect(() => {
    if (isOutdated) void router.invalidate()
  }, [isOutdated, router])
}
