import { StartClient } from '@tanstack/react-start/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// English pages need no catalog.
const loadings: Record<string, () => Promise<void>> = {
  de: async () => (await import('./i18n/german')).addGerman(),
  'en-XA': async () => (await import('./i18n/pseudo')).addPseudoLanguage(),
}

const hydrate = () => startTransition(() => void hydrateRoot(document, <StartClient />))
const load = loadings[document.documentElement.lang]
if (load) void load().finally(hydrate)
else hydrate()
