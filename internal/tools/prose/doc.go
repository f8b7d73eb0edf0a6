// Package prose has tests that hold English to the style guide, as far as a pattern can tell: phrases that are banned,
// and sentences, summaries and guides that are too long. They read the descriptions of the schema, the strings of the
// Go packages that users read, and documents.
package prose
