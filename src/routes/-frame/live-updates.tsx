import { useQueryClient } from '@tanstack/react-query'
import { meQuery } from '~/features/identity/web/queries'
import { useLiveUpdates } from './use-live-updates'

/** Shows nothing; a part of its own so that visitors never load it. */
export default function LiveUpdates() {
  const me = useQueryClient().getQueryData(meQuery().queryKey)
  return me ? <Following meId={me.id} /> : null
}

function Following({ meId }: { meId: string }) {
  useLiveUpdates(meId)
  return null
}
