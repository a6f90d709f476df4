import { StartClient } from '@tanstack/react-start/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchErrors } from '~/platform/browser-errors/watch-errors'

// English pages need no catalog.
const loadings: Record<string, () => Promise<void>> = {
  de: async () => (await import('./i18n/german')).addGerman(),
  'en-XA': async () => (await import('./i18n/pseudo')).addPseudoLanguage(),
}

const reportError = watchErrors({
  findRoute: () => window.__TSR_ROUTER__?.state.matches.at(-1)?.routeId,
  // Identifies the release by the file name of this script, which contains a hash of its text.
  release: import.meta.url.split('/').at(-1)?.split('?', 1)[0] ?? '',
})

function handleCaughtError(
  error: unknown,
  { componentStack }: { componentStack?: string | undefined },
): void {
  // oxlint-disable-next-line no-console -- as React does without this function
  console.error(error, componentStack)
  reportError('render', error)
}

const hydrate = () =>
  startTransition(() => void hydrateRoot(document, <StartClient />, { onCaughtError: handleCaughtError }))
const load = loadings[document.documentElement.lang]
if (load) void load().finally(hydrate)
else hydrate()
