import { useLiveUpdates } from './use-live-updates'

/** Shows nothing; a part of its own so that visitors never load it. */
export default function LiveUpdates() {
  useLiveUpdates()
  return null
}
