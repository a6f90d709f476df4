import type { Appearance } from '@stripe/stripe-js'
import type { Theme } from '~/design/theme'

const TOKENS = [
  'bg',
  'text',
  'text-2',
  'text-3',
  'primary',
  'line',
  'line-control',
  'red-text',
  'focus',
] as const
type Colors = Record<(typeof TOKENS)[number], string>

/** Returns the look of Stripe's form in the theme of the page, read from tokens.css. */
export function readAppearance(theme: Theme): Appearance {
  const colors = readColors()
  const isDark =
    theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  const outline = `0 0 0 2px ${colors.focus}`
  return {
    theme: isDark ? 'night' : 'flat',
    labels: 'above',
    variables: {
      colorBackground: colors.bg,
      colorText: colors.text,
      colorTextSecondary: colors['text-2'],
      colorTextPlaceholder: colors['text-3'],
      colorPrimary: colors.primary,
      colorDanger: colors['red-text'],
      colorIcon: colors['text-2'],
      borderRadius: '10px',
      fontFamily: 'system-ui, sans-serif',
      // Smaller text makes phones zoom in.
      fontSizeBase: '16px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
    },
    rules: {
      '.AccordionItem': {
        border: `1px solid ${colors['line-control']}`,
        boxShadow: 'none',
        color: colors.text,
      },
      '.AccordionItem:focus-visible': { boxShadow: outline },
      '.Input': {
        backgroundColor: colors.bg,
        border: `1px solid ${colors['line-control']}`,
        boxShadow: 'none',
        padding: '12px',
      },
      '.Input:focus': { border: `1px solid ${colors.focus}`, boxShadow: outline },
      '.Input--invalid': { border: `1px solid ${colors['red-text']}`, boxShadow: 'none' },
      '.Label': { fontWeight: '600', fontSize: '13px' },
    },
  }
}

/** Stripe's form is in a frame, so it gets the colors as rgb; the tokens depend on the theme and use newer notations. */
function readColors(): Colors {
  const probe = document.createElement('span')
  document.body.append(probe)
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const entries = TOKENS.map((token) => {
    probe.style.color = `var(--${token})`
    const { color } = getComputedStyle(probe)
    if (context === null) return [token, color]
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return [token, `rgb(${red}, ${green}, ${blue})`]
  })
  probe.remove()
  return Object.fromEntries(entries) as Colors
}
