// Libraries inside the packages that contain programs. Their licenses' texts are in `licenses/`.

/** A library in a package. @property license an SPDX expression of file names in `licenses/` */
export type Library = { name: string; license: string; copyright: string };

/** The libraries in libvips's package, by their name in its versions.json. */
export const IN_LIBVIPS: Record<string, Library> = {
  aom: lib(
    "libaom",
    "BSD-2-Clause",
    "2016-2026 Alliance for Open Media (patent license: aomedia.org/license)",
  ),
  archive: lib("libarchive", "BSD-2-Clause", "2003-2026 Tim Kientzle and others"),
  cairo: lib("cairo", "MPL-1.1", "University of Southern California, Red Hat, Inc. and others"),
  cgif: lib("cgif", "MIT", "2021-2026 Daniel Löbl"),
  exif: lib("libexif", "LGPL-3.0-or-later", "2001-2026 Lutz Müller and others"),
  expat: lib("expat", "MIT", "Thai Open Source Software Center Ltd, Clark Cooper and the Expat maintainers"),
  ffi: lib("libffi", "MIT", "1996-2026 Anthony Green, Red Hat, Inc. and others"),
  fontconfig: lib(
    "fontconfig",
    "HPND-sell-variant",
    "Keith Packard, Patrick Lam, Red Hat, Inc. and Google, Inc.",
  ),
  freetype: lib("freetype", "FTL", "1996-2026 David Turner, Robert Wilhelm and Werner Lemberg"),
  fribidi: lib("fribidi", "LGPL-3.0-or-later", "Behdad Esfahbod, Dov Grobgeld and others"),
  glib: lib("glib", "LGPL-3.0-or-later", "Peter Mattis, Spencer Kimball, Josh MacDonald and others"),
  harfbuzz: lib("harfbuzz", "MIT", "2010-2026 Google, Inc., Red Hat, Inc. and others"),
  heif: lib("libheif", "LGPL-3.0-or-later", "2017-2026 Dirk Farin"),
  highway: lib("highway", "BSD-3-Clause", "The Highway Project Authors"),
  imagequant: lib(
    "libimagequant",
    "BSD-2-Clause",
    "1989-2016 Jef Poskanzer, Greg Roelofs, Kornel Lesiński, Lovell Fuller",
  ),
  lcms: lib("lcms2", "MIT", "1998-2026 Marti Maria Saguer"),
  mozjpeg: lib(
    "mozjpeg",
    "IJG AND BSD-3-Clause AND Zlib",
    "Thomas G. Lane, D. R. Commander, Mozilla and others",
  ),
  pango: lib("pango", "LGPL-3.0-or-later", "Red Hat, Inc. and others"),
  pixman: lib("pixman", "MIT", "Keith Packard, Red Hat, Inc., Oracle and others"),
  png: lib("libpng", "libpng-2.0", "1995-2026 The PNG Reference Library Authors"),
  "proxy-libintl": lib("proxy-libintl", "LGPL-3.0-or-later", "2008 Tor Lillqvist"),
  rsvg: lib("librsvg", "LGPL-3.0-or-later", "Red Hat, Inc., Eazel, Inc., Federico Mena Quintero and others"),
  tiff: lib("libtiff", "libtiff", "1988-1997 Sam Leffler, 1991-1997 Silicon Graphics, Inc."),
  uhdr: lib("libultrahdr", "MIT", "The Android Open Source Project"),
  vips: lib("libvips", "LGPL-3.0-or-later", "1989-2026 John Cupitt and others"),
  webp: lib("libwebp", "BSD-3-Clause", "2010 Google Inc."),
  xml2: lib("libxml2", "MIT", "1998-2012 Daniel Veillard"),
  "zlib-ng": lib("zlib-ng", "Zlib", "1995-2024 Jean-loup Gailly and Mark Adler"),
};

/** What PostgreSQL's package contains: which files belong to it, and the version as it's written in one of them. */
export const IN_POSTGRES: (Library & { files: RegExp; version: RegExp })[] = [
  {
    ...lib("postgresql", "PostgreSQL", "1996-2026 PostgreSQL Global Development Group"),
    files: /\/native\/(bin\/|share\/|lib\/(libpq|postgresql))/,
    version: /PostgreSQL (\d+\.\d+) on /,
  },
  {
    ...lib("openssl", "OpenSSL", "1998-2018 The OpenSSL Project, 1995-1998 Eric Young"),
    files: /\/native\/lib\/lib(crypto|ssl)\./,
    version: /OpenSSL (\d\.\d\.\d[a-z]?) /,
  },
  {
    ...lib("icu", "ICU", "1991-2017 Unicode, Inc., 1995-2016 IBM Corporation and others"),
    files: /\/native\/lib\/libicu/,
    version: /\0(\d\d\.\d)\0/,
  },
  {
    ...lib("libxml2", "MIT", "1998-2012 Daniel Veillard"),
    files: /\/native\/lib\/libxml2\./,
    // 20904 is 2.9.4.
    version: /\D([23]0\d{3})\0/,
  },
  {
    ...lib("xz-liblzma", "LicenseRef-public-domain", "Lasse Collin, Igor Pavlov"),
    files: /\/native\/lib\/liblzma\./,
    version: /\0(5\.\d\.\d)\0/,
  },
  {
    ...lib("zlib", "Zlib", "1995-2017 Jean-loup Gailly and Mark Adler"),
    files: /\/native\/lib\/libz\./,
    version: /deflate (\d\.\d\.\d+) /,
  },
];

function lib(name: string, license: string, copyright: string): Library {
  return { name, license, copyright: `Copyright (c) ${copyright}` };
}
