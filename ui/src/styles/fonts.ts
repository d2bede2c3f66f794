/* Noto Sans first for Latin, Noto Sans SC for Chinese, in the weights DESIGN.md names. The Chinese faces come in
   unicode-range pieces, so a screen loads only the pieces with its characters; weight 500 is Latin only, because a
   third Chinese weight would add four megabytes to the package. The last face declared is asked first, so `latin`
   follows `latin-ext`. */
import "@fontsource/noto-sans-sc/400.css";
import "@fontsource/noto-sans-sc/600.css";
import "@fontsource/noto-sans/latin-ext-400.css";
import "@fontsource/noto-sans/latin-ext-500.css";
import "@fontsource/noto-sans/latin-ext-600.css";
import "@fontsource/noto-sans/latin-400.css";
import "@fontsource/noto-sans/latin-500.css";
import "@fontsource/noto-sans/latin-600.css";
