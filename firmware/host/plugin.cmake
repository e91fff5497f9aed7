# ens_plugin(NAME SYMBOL SOURCES...): a shared object of which only SYMBOL is visible.
#
# The host's flags never reach our code, and ours never reach the host: nothing that starts with the
# object changes how the processor rounds (no -ffast-math at the link).
add_custom_target(plugins)

function(ens_plugin name symbol)
  add_library(${name} MODULE ${ARGN})
  set(exports ${CMAKE_CURRENT_BINARY_DIR}/${name}.exports)
  file(WRITE ${exports} "{ global: ${symbol}; local: *; };\n")
  target_link_libraries(${name} PRIVATE ens_host)
  target_link_options(${name} PRIVATE -Wl,--version-script=${exports}
                                      -static-libstdc++ -static-libgcc)
  set_target_properties(${name} PROPERTIES PREFIX "")
  add_dependencies(plugins ${name})
endfunction()
