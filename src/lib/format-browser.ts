/** Patterns in order of precedence. A browser that pretends to be another one comes before it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bVivaldi\//u, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//u, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//u, 'Safari'],
  [/\bcurl\//u, 'curl'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'Mac'],
  [/\bLinux\b/u, 'Linux'],
]

/**
 * Returns a browser and system such as `Chrome on Android`, enough for a person to recognize their device. A dozen
 * patterns suffice, because user agents are unreliable free text anyway.
 */
export function formatBrowser(userAgent: string | null): string {
  return findBrowserName(userAgent) ?? 'An unknown browser'
}

/** Like formatBrowser, but undefined if the user agent names neither a browser nor a system. */
export function findBrowserName(userAgent: string | null): string | undefined {
  const browser = findName(browsers, userAgent)
  const system = findName(systems, userAgent)
  if (system === undefined) return browser
  return `${browser ?? 'A browser'} on ${system}`
}

function findName(names: readonly (readonly [RegExp, string])[], text: string | null): string | undefined {
  return names.find(([pattern]) => text !== null && pattern.test(text))?.[1]
}
