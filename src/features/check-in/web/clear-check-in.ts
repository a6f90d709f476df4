import { clearAllCheckIns } from './idb-store'
import { deleteShells } from './cache-shell'

/** Deletes all names, codes and cached check-in pages from this phone on sign-out. */
export async function clearCheckIns(): Promise<void> {
  await Promise.all([clearAllCheckIns(), deleteShells()])
}
