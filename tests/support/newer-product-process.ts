import { productSchema } from '~/database/schema-files'

// The next release: like product-process.ts, with a migration of a table that is in use.
productSchema.migrations['9999_note'] =
  `-- safe since: baseline\nset local lock_timeout = '2s';\nalter table orders add column note text;`
await import('./product-process')
